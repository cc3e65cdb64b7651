-- Histories are written once.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER state_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON state_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER signatures_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON signatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER consents_append_only BEFORE DELETE OR TRUNCATE ON consents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE lot_claims ADD CONSTRAINT lot_claims_kind CHECK (kind IN ('hold', 'reservation', 'separation', 'sale'));
--> statement-breakpoint
ALTER TABLE lot_claims ADD CONSTRAINT lot_claims_released CHECK ((released_at IS NULL) = (release_reason IS NULL));
--> statement-breakpoint
ALTER TABLE sales ADD CONSTRAINT sales_state CHECK (state_id BETWEEN 1 AND 19);
--> statement-breakpoint
ALTER TABLE sales ADD CONSTRAINT sales_coded CHECK (state_id = 1 OR code IS NOT NULL);
--> statement-breakpoint
ALTER TABLE sales ADD CONSTRAINT sales_payment_form CHECK (payment_form IN ('hipoteca', 'contado'));
--> statement-breakpoint
ALTER TABLE sales ADD CONSTRAINT sales_sector CHECK (
  work_sector IN ('Público', 'Privado', 'Independiente', 'Jubilado')
  AND (employment_status IS NULL OR work_sector IN ('Público', 'Privado'))
  OR work_sector IS NULL AND employment_status IS NULL
);
--> statement-breakpoint
ALTER TABLE sales ADD CONSTRAINT sales_price CHECK (price_cents > 0);
--> statement-breakpoint
ALTER TABLE documents ADD CONSTRAINT documents_state CHECK (state_id BETWEEN 1 AND 11);
--> statement-breakpoint
ALTER TABLE documents ADD CONSTRAINT documents_rejection CHECK (state_id <> 5 OR rejection_reason IS NOT NULL);
--> statement-breakpoint
ALTER TABLE payments ADD CONSTRAINT payments_state CHECK (state_id BETWEEN 1 AND 9);
--> statement-breakpoint
ALTER TABLE payments ADD CONSTRAINT payments_amounts CHECK (due_cents > 0 AND coalesce(reported_cents, 1) > 0 AND coalesce(bank_cents, 1) > 0);
--> statement-breakpoint
ALTER TABLE payments ADD CONSTRAINT payments_confirmed CHECK (
  state_id <> 4 OR (bank_id IS NOT NULL AND bank_reference IS NOT NULL AND bank_date IS NOT NULL AND bank_cents IS NOT NULL
    AND confirmed_at IS NOT NULL AND confirmed_by IS NOT NULL AND receipt_number IS NOT NULL)
);
--> statement-breakpoint
-- Who entered a payment cannot confirm it.
ALTER TABLE payments ADD CONSTRAINT payments_two_people CHECK (entered_by IS NULL OR confirmed_by IS NULL OR entered_by <> confirmed_by);
--> statement-breakpoint
CREATE FUNCTION refuse_confirmed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state_id = 4 AND (NEW.due_cents, NEW.reported_cents, NEW.bank_id, NEW.bank_reference, NEW.bank_date, NEW.bank_cents, NEW.receipt_number, NEW.sale_id)
     IS DISTINCT FROM (OLD.due_cents, OLD.reported_cents, OLD.bank_id, OLD.bank_reference, OLD.bank_date, OLD.bank_cents, OLD.receipt_number, OLD.sale_id) THEN
    RAISE EXCEPTION 'a confirmed payment is not edited' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_frozen BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_confirmed_change();
--> statement-breakpoint
ALTER TABLE projects ADD CONSTRAINT projects_amounts CHECK (separation_cents > 0 AND rate_percent >= 0 AND down_payment_percent BETWEEN 0 AND 100 AND term_months > 0);
--> statement-breakpoint
ALTER TABLE house_models ADD CONSTRAINT house_models_price CHECK (price_cents > 0 AND area_m2 > 0);
--> statement-breakpoint
ALTER TABLE houses ADD CONSTRAINT houses_progress CHECK (progress_percent BETWEEN 0 AND 100);
