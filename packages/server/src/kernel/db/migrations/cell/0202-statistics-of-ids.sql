-- Ids are times. By a hundred parts of five million payments, a week was no row, and its list read those of everybody.

ALTER TABLE payments ALTER COLUMN payment_id SET STATISTICS 1000;
