-- One search over all that has a name: an index for each way of asking, by the beginning of a name or by a whole address, number or id.

CREATE INDEX customers_by_name ON customers (lower(name) text_pattern_ops, org_id) WHERE name IS NOT NULL;
CREATE INDEX beneficiaries_by_name ON beneficiaries (lower(fname || ' ' || coalesce(lname, '')) text_pattern_ops, org_id);
CREATE INDEX beneficiaries_by_last_name ON beneficiaries (lower(lname) text_pattern_ops, org_id) WHERE lname IS NOT NULL;
CREATE INDEX beneficiaries_by_email ON beneficiaries (lower(email), org_id) WHERE email IS NOT NULL;
CREATE INDEX beneficiaries_by_account ON beneficiaries (coalesce(bank_details ->> 'account_number', momo_details ->> 'phone_number', phone_number), org_id);
CREATE INDEX payment_links_by_description ON payment_links (lower(description) text_pattern_ops, org_id) WHERE description IS NOT NULL;
CREATE INDEX payment_links_by_email ON payment_links (lower(email), org_id) WHERE email IS NOT NULL;
CREATE INDEX payment_links_by_id ON payment_links (link_id);
CREATE INDEX escrow_projects_by_title ON escrow_projects (lower(title) text_pattern_ops, org_id);
CREATE INDEX payout_batches_by_name ON payout_batches (lower(name) text_pattern_ops, org_id);
CREATE INDEX virtual_accounts_by_name ON virtual_accounts (lower(virtual_account_name) text_pattern_ops, org_id);
CREATE INDEX virtual_accounts_by_number ON virtual_accounts (account_number, org_id) WHERE account_number IS NOT NULL;
