-- Outside of a transaction.
-- Answers are forgotten after a week: one may hold a new API key.
CREATE INDEX CONCURRENTLY IF NOT EXISTS approvals_answers ON approvals (created_at) WHERE answer IS NOT NULL;
