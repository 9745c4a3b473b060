-- The texts of frequent events are stored without the names of their fields (src/modules/delivery/events/compact-text.ts): the number of a template, and the values
-- that stand in it, separated by a control character that JSON never contains. A payload that begins with a brace is a whole text, as before. Nobody reads a
-- payload but through this function, so processes of the version before read what those of this version write.
--
-- A template never changes: stored events refer to it by number.
CREATE OR REPLACE FUNCTION event_text(payload text, first_payload text, first_sequence integer) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  texts text[] := ARRAY[payload, first_payload];
  data_at integer;
BEGIN
  FOR i IN 1..2 LOOP
    IF left(texts[i], 1) <> '{' THEN
      texts[i] := format(CASE split_part(texts[i], E'\x1f', 1)
        WHEN '1' THEN '{"event_id":"%2$s","event_type":"%3$s","org_id":"%4$s","created_at":"%5$s","data":{"sequence":%6$s}}'
        WHEN '2' THEN '{"event_id":"%2$s","event_type":"virtual_account.%3$s","org_id":"%4$s","created_at":"%5$s","data":{"amount":%6$s,"fee":%7$s,"transaction_id":"%8$s","account_id":"%9$s","org_id":"%4$s","user_id":"%10$s","type":"%11$s","status":"completed","currency":"%12$s","description":"%13$s","payment_rail":"internal","reference":"%14$s","counterparty":"%15$s","created_at":"%5$s","updated_at":"%5$s","account":{"balance":%16$s,"available_balance":%17$s,"account_id":"%9$s","org_id":"%4$s","user_id":"%10$s",%18$s"virtual_account_name":"%19$s","currency":"%12$s","country":"%20$s","status":"%21$s","account_type":"currency","provider":"%22$s",%23$s"created_at":"%24$s","updated_at":"%25$s"},"sequence":%26$s}}'
        WHEN '3' THEN '{"event_id":"%2$s","event_type":"%3$s","org_id":"%4$s","created_at":"%5$s","data":{"amount":%6$s,"fee":%7$s,"transaction_id":"%8$s","account_id":"%9$s","org_id":"%4$s","user_id":"%10$s","type":%11$s,"currency":"%12$s","description":"%13$s","payment_rail":%14$s,"updated_at":"%15$s","account":{"balance":%16$s,"available_balance":%17$s,"account_id":"%9$s","org_id":"%4$s","user_id":"%10$s",%18$s"virtual_account_name":"%19$s","currency":"%12$s","country":"%20$s","status":"%21$s","account_type":"currency","provider":"%22$s",%23$s"created_at":"%24$s","updated_at":"%25$s"},"sequence":%26$s}}'
        WHEN '4' THEN '{"event_id":"%2$s","event_type":"%3$s","org_id":"%4$s","created_at":"%5$s","data":{"amount":%6$s,"target_amount":%7$s,"total_fees":%8$s,"refunded_amount":%9$s,"received_amount":%10$s,"previous_status":%11$s,"payment_id":"%12$s","transaction_id":"%13$s","org_id":"%4$s","user_id":"%14$s","status":"%15$s","direction":"%16$s","payment_method":"%17$s","currency":"%18$s","target_currency":"%19$s","from_currency":"%18$s","country":"%20$s","region_id":"%20$s",%21$s"client_reference":%22$s,"description":%23$s,"payment_path_method":"%24$s","bank_account":%25$s,"bank_details":%26$s,"card_details":%27$s,"mobile_money_details":%28$s,"payer_details":%29$s,"recipient_info":%30$s,"destination":%31$s,"metadata":%32$s,"user_metadata":%33$s,"webhook_metadata":%34$s,"fee_ids":%35$s,"provider":%36$s,"provider_payment_id":%37$s,"provider_status":%38$s,"provider_data":%39$s,"payout_initiated":%40$s,"payout_id":%41$s,"next_action":%42$s,"instructions":%43$s,"failure_reason":null,"comments":null,"dispute":null,"ramp":null,"route":[{"provider":"%48$s","config_id":"%49$s","priority":%50$s],"attempts":[{"attempt_id":"%12$s","provider":"%51$s","config_id":"%52$s","leg":"%53$s","outcome":"%54$s","reason":%55$s,"provider_payment_id":%56$s,"started_at":"%57$s","finished_at":%58$s],"timeline":[{"at":"%59$s","from":null,"to":"%60$s","source":"%61$s","note":%62$s],"expires_at":%44$s,"created_at":"%45$s","updated_at":"%46$s","sequence":%47$s}}'
        WHEN '5' THEN '{"event_id":"%2$s","event_type":"%3$s","org_id":"%4$s","created_at":"%5$s","data":{"amount":%6$s,"target_amount":%7$s,"total_fees":%8$s,"refunded_amount":%9$s,"received_amount":%10$s,"previous_status":%11$s,"payment_id":"%12$s","transaction_id":"%13$s","org_id":"%4$s","user_id":"%14$s","status":"%15$s","direction":"%16$s","payment_method":"%17$s","currency":"%18$s","target_currency":"%19$s","from_currency":"%18$s","country":"%20$s","region_id":"%20$s",%21$s"client_reference":%22$s,"description":%23$s,"payment_path_method":"%24$s","bank_account":%25$s,"bank_details":%26$s,"card_details":%27$s,"mobile_money_details":%28$s,"payer_details":%29$s,"recipient_info":%30$s,"destination":%31$s,"metadata":%32$s,"user_metadata":%33$s,"webhook_metadata":%34$s,"fee_ids":%35$s,"provider":%36$s,"provider_payment_id":%37$s,"provider_status":%38$s,"provider_data":%39$s,"payout_initiated":%40$s,"payout_id":%41$s,"next_action":%42$s,"instructions":%43$s,"failure_reason":%48$s,"comments":%49$s,"dispute":%50$s,"ramp":%51$s,"route":%52$s,"attempts":%53$s,"timeline":%54$s,"expires_at":%44$s,"created_at":"%45$s","updated_at":"%46$s","sequence":%47$s}}'
      END, VARIADIC string_to_array(texts[i], E'\x1f'));
    END IF;
  END LOOP;
  IF first_payload IS NULL THEN RETURN texts[1]; END IF;
  data_at := strpos(texts[2], '"data":{');
  RETURN left(texts[1], strpos(texts[1], '"data":{') + 7)
    || substr(texts[2], data_at + 8, length(texts[2]) - data_at - 7 - length('"sequence":' || first_sequence || '}}'))
    || substr(texts[1], strpos(texts[1], '"data":{') + 8);
END
$$;
COMMENT ON COLUMN events.payload IS 'The envelope that is signed and sent, as event_text() reads it: whole, or as the values of a template; without its data where `shares` names the event that keeps them.';
