-- Invoices of suppliers, what settles them, and payments: facts that are written once.

CREATE OR REPLACE FUNCTION keep_supplier_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state_id IN (3, 4, 5) AND (NEW.partner_id, NEW.company_id, NEW.ruc_key, NEW.kind, NEW.number, NEW.issued_on, NEW.subtotal_cents,
      NEW.itbms_cents, NEW.withheld_cents, NEW.order_id, NEW.progress_account_id, NEW.corrects_id)
    IS DISTINCT FROM (OLD.partner_id, OLD.company_id, OLD.ruc_key, OLD.kind, OLD.number, OLD.issued_on, OLD.subtotal_cents,
      OLD.itbms_cents, OLD.withheld_cents, OLD.order_id, OLD.progress_account_id, OLD.corrects_id) THEN
    RAISE EXCEPTION 'an approved invoice is not edited' USING ERRCODE = 'check_violation', CONSTRAINT = 'supplier_invoices_frozen';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION keep_supplier_invoice_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM supplier_invoices WHERE id = coalesce(NEW.invoice_id, OLD.invoice_id) AND state_id IN (3, 4, 5)) THEN
    RAISE EXCEPTION 'the lines of an approved invoice are not edited' USING ERRCODE = 'check_violation', CONSTRAINT = 'supplier_invoice_lines_frozen';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

CREATE OR REPLACE FUNCTION check_supplier_invoice_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  invoice supplier_invoices%ROWTYPE;
  sums record;
BEGIN
  SELECT * INTO invoice FROM supplier_invoices
    WHERE id = (to_jsonb(coalesce(NEW, OLD)) ->> CASE TG_TABLE_NAME WHEN 'supplier_invoices' THEN 'id' ELSE 'invoice_id' END)::bigint;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT coalesce(sum(cents), 0) base, coalesce(sum(itbms_cents), 0) itbms INTO sums
    FROM supplier_invoice_lines WHERE invoice_id = invoice.id;
  IF sums.base <> invoice.subtotal_cents OR sums.itbms <> invoice.itbms_cents THEN
    RAISE EXCEPTION 'the lines of invoice % do not sum to it', invoice.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'supplier_invoices_sums';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION apply_invoice_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner text;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'a settlement is not edited' USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_settlements_frozen';
  END IF;
  SELECT ruc_key || ' ' || company_id INTO owner FROM supplier_invoices WHERE id = NEW.invoice_id AND kind = 'factura';
  IF owner IS DISTINCT FROM (SELECT ruc_key || ' ' || company_id FROM supplier_invoices WHERE id = NEW.credit_id AND kind = 'nota_credito'
      UNION ALL SELECT p.ruc_key || ' ' || a.company_id FROM supplier_advances a JOIN partners p ON p.id = a.partner_id WHERE a.id = NEW.advance_id) THEN
    RAISE EXCEPTION 'a settlement is between the same two companies' USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_settlements_same';
  END IF;
  UPDATE supplier_invoices SET settled_cents = settled_cents + NEW.cents WHERE id IN (NEW.invoice_id, NEW.credit_id);
  UPDATE supplier_advances SET settled_cents = settled_cents + NEW.cents WHERE id = NEW.advance_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_payment_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.batch_id, NEW.invoice_id, NEW.progress_account_id, NEW.advance_id, NEW.replenishment_id, NEW.interim_payment_id, NEW.cents, NEW.beneficiary)
      IS DISTINCT FROM (OLD.batch_id, OLD.invoice_id, OLD.progress_account_id, OLD.advance_id, OLD.replenishment_id, OLD.interim_payment_id, OLD.cents, OLD.beneficiary)
    OR (OLD.paid_on IS NOT NULL AND NEW.paid_on IS DISTINCT FROM OLD.paid_on)
    OR (OLD.returned_on IS NOT NULL AND NEW.returned_on IS DISTINCT FROM OLD.returned_on)
    OR (NOT OLD.active AND NEW.active) THEN
    RAISE EXCEPTION 'a payment is not edited' USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_batch_lines_frozen';
  END IF;
  RETURN NEW;
END $$;

DROP TRIGGER IF EXISTS supplier_invoices_keep ON supplier_invoices;
CREATE TRIGGER supplier_invoices_keep BEFORE UPDATE ON supplier_invoices
  FOR EACH ROW EXECUTE FUNCTION keep_supplier_invoice();
DROP TRIGGER IF EXISTS supplier_invoices_sums ON supplier_invoices;
CREATE CONSTRAINT TRIGGER supplier_invoices_sums AFTER INSERT OR UPDATE OF subtotal_cents, itbms_cents ON supplier_invoices
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_supplier_invoice_sums();
DROP TRIGGER IF EXISTS supplier_invoice_lines_sums ON supplier_invoice_lines;
CREATE CONSTRAINT TRIGGER supplier_invoice_lines_sums AFTER INSERT OR UPDATE OR DELETE ON supplier_invoice_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_supplier_invoice_sums();
DROP TRIGGER IF EXISTS supplier_invoice_lines_keep ON supplier_invoice_lines;
CREATE TRIGGER supplier_invoice_lines_keep BEFORE INSERT OR UPDATE OR DELETE ON supplier_invoice_lines
  FOR EACH ROW EXECUTE FUNCTION keep_supplier_invoice_line();
DROP TRIGGER IF EXISTS invoice_settlements_apply ON invoice_settlements;
CREATE TRIGGER invoice_settlements_apply AFTER INSERT OR UPDATE OR DELETE ON invoice_settlements
  FOR EACH ROW EXECUTE FUNCTION apply_invoice_settlement();
DROP TRIGGER IF EXISTS payment_batch_lines_keep ON payment_batch_lines;
CREATE TRIGGER payment_batch_lines_keep BEFORE UPDATE ON payment_batch_lines
  FOR EACH ROW EXECUTE FUNCTION keep_payment_line();
