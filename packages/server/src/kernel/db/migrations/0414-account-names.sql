-- Whether the holders of bank accounts in a list are asked of a provider that knows them, and up to which row they were.
ALTER TABLE payout_batches ADD COLUMN check_names boolean NOT NULL DEFAULT false;
ALTER TABLE payout_batches ADD COLUMN named_to count_of NOT NULL DEFAULT 0;
