-- A float that falls below its threshold is an event of the platform. Events of one resource are counted by its row.
ALTER TABLE provider_floats ADD COLUMN event_sequence count_of NOT NULL DEFAULT 0;
