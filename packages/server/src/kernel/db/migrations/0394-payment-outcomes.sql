-- Why payments failed and how long they took, counted with everything else. A column and no new kind of change: a process of the version before folds
-- such a change as it always did, and only leaves the outcome out.
ALTER TABLE payment_stat_changes ADD COLUMN outcome text NOT NULL DEFAULT '';
COMMENT ON COLUMN payment_stat_changes.outcome IS 'Of a failed payment: its cause. Of a completed one: the bucket of its duration. Empty for everything else.';

ALTER TABLE payment_stats DROP CONSTRAINT payment_stats_dimension_check;
ALTER TABLE payment_stats ADD CONSTRAINT payment_stats_dimension_check
  CHECK (dimension IN ('direction', 'provider', 'method', 'country', 'corridor', 'status', 'attempt', 'decline', 'duration'));

-- Failed payments are found by their cause. As failure-cause.ts in the module of payments tells causes apart.
INSERT INTO payment_search_keys (key, org_id, payment_id)
  SELECT 'cause:' || CASE
      WHEN reason ~ 'one-time password|\y(wrong|incorrect|invalid) (pin|otp|code|cvc|cvv)\y|(cvc|cvv|pin) (check )?(is )?(wrong|incorrect|invalid|mismatch)' THEN 'wrong_code'
      WHEN reason ~ 'insufficient|not enough|enough money|low balance|balance (is )?(too low|less)' THEN 'funds'
      WHEN reason ~ 'expired card|card (has |is )?expired' THEN 'card_expired'
      WHEN reason ~ 'limit|velocity|exceeds|maximum|too many' THEN 'limit'
      WHEN reason ~ 'time ?d? ?out|timeout|no (answer|reaction|response)|cannot be reached|expired|not approved in time' THEN 'timeout'
      WHEN reason ~ 'unavailable|unreachable|network (is )?down|system (error|busy)|try again later' THEN 'network_down'
      WHEN reason ~ '(cancell?ed|declined|rejected) by (the )?(customer|payer|user|subscriber)(?!''s)|not approved|approval rejected' THEN 'declined'
      WHEN reason ~ 'not (allowed|permitted|registered|found|active)|honou?r|restricted|blocked|barred|stolen|lost card|declined' THEN 'not_allowed'
      ELSE 'other' END, org_id, payment_id
  FROM (SELECT org_id, payment_id, lower(replace(coalesce(progress ->> 'failure_reason', ''), '_', ' ')) AS reason FROM payments WHERE status = 'failed') AS failed;
