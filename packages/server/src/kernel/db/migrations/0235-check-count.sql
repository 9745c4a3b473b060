-- The pauses between looks grow with the age of the attempt; the looks need not be counted.
ALTER TABLE payment_checks DROP COLUMN check_count;
