-- A row of a batch is written three times, and each index made all three dearer. A batch is read by its key: a hundred thousand rows take some dozen milliseconds.
DROP INDEX payout_batch_rows_by_payee;
DROP INDEX payout_batch_rows_sent;
DROP INDEX payout_batch_rows_wrong;
