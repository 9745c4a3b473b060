-- A rate lock is used by one payment, transfer or withdrawal, for at most the amount it was locked for.
ALTER TABLE org_rates
  ADD COLUMN amount       numeric CHECK (amount > 0),
  -- Zero only for locks that are older than this migration: they end within minutes.
  ADD COLUMN usd_per_unit numeric NOT NULL DEFAULT 0 CHECK (usd_per_unit >= 0),
  ADD COLUMN counted_usd  numeric NOT NULL DEFAULT 0 CHECK (counted_usd >= 0),
  ADD COLUMN used_by      uuid,
  ADD COLUMN used_at      timestamptz,
  ADD CHECK ((used_by IS NULL) = (used_at IS NULL));
ALTER TABLE org_rates ALTER COLUMN usd_per_unit DROP DEFAULT;
COMMENT ON TABLE org_rates IS 'Rates locked for one organization. The rate never changes; used_by names the one payment or transfer that used it.';
COMMENT ON COLUMN org_rates.amount IS 'The most that may be converted, in from_currency; NULL: any amount.';
COMMENT ON COLUMN org_rates.usd_per_unit IS 'Worth of one unit of from_currency in US dollars when the rate was locked.';
COMMENT ON COLUMN org_rates.counted_usd IS 'What this lock has added to rate_exposures so far; a lock that is used again after a failed payment is not counted twice.';
CREATE INDEX org_rates_open ON org_rates (org_id, expires_at) WHERE used_by IS NULL;

CREATE TABLE rate_exposures (
  org_id        uuid NOT NULL,
  from_currency text NOT NULL,
  to_currency   text NOT NULL,
  hour          timestamptz NOT NULL,
  usd           numeric NOT NULL CHECK (usd >= 0),
  PRIMARY KEY (org_id, from_currency, to_currency, hour)
) WITH (fillfactor = 50); -- One row changes with every conversion of its hour.
COMMENT ON TABLE rate_exposures IS 'What an organization has locked or converted in one direction of a pair and one hour of the clock, in US dollars. The row is the lock under which its limit is checked.';
CREATE INDEX rate_exposures_by_hour ON rate_exposures (hour);

-- A person's decision about a business stands until a person changes it.
ALTER TABLE organizations
  ADD COLUMN kyb_decided_by uuid,
  ADD COLUMN kyb_review     jsonb;
COMMENT ON COLUMN organizations.kyb_decided_by IS 'The person who decided the verification; NULL while it is open or when the verification provider decided.';
COMMENT ON COLUMN organizations.kyb_review IS 'What the verification provider said after that, where it contradicts the decision: {status, reason, occurred_at}. NULL: nothing to review.';
CREATE INDEX organizations_by_kyb_review ON organizations (org_id) WHERE kyb_review IS NOT NULL;
UPDATE organizations o SET kyb_decided_by =
  (SELECT a.actor_user_id FROM audit_log a
   WHERE a.org_id = o.org_id AND a.resource_type = 'organization' AND a.resource_id = o.org_id::text AND a.action IN ('kyb.approved', 'kyb.rejected')
   ORDER BY a.audit_id DESC LIMIT 1)
WHERE kyb_status IN ('approved', 'rejected');
