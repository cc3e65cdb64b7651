-- Append-only tables.

CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- A purge empties details but deletes no row.
CREATE OR REPLACE TRIGGER change_details_append_only BEFORE DELETE OR TRUNCATE ON change_details
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER signatures_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON signatures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER envelope_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON envelope_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- A consent is revoked by updating its row.
CREATE OR REPLACE TRIGGER consents_append_only BEFORE DELETE OR TRUNCATE ON consents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER price_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON price_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER bank_transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bank_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER payment_reversals_append_only BEFORE UPDATE OR DELETE ON payment_reversals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER commission_offsets_append_only BEFORE UPDATE OR DELETE ON commission_offsets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER outbox_looks_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON outbox_looks
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A rule or cost may only be retired; a quote version never changes.
CREATE OR REPLACE FUNCTION written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'retired_at' = to_jsonb(OLD) - 'retired_at' AND NOT (to_jsonb(OLD) ? 'snapshot') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of % are written once', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;

CREATE OR REPLACE TRIGGER interest_rules_once BEFORE UPDATE ON interest_rules FOR EACH ROW EXECUTE FUNCTION written_once();
CREATE OR REPLACE TRIGGER closing_costs_once BEFORE UPDATE ON closing_costs FOR EACH ROW EXECUTE FUNCTION written_once();
CREATE OR REPLACE TRIGGER quote_versions_once BEFORE UPDATE ON quote_versions FOR EACH ROW EXECUTE FUNCTION written_once();
