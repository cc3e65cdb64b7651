-- Fiscal documents: their number, amounts and lines are written once, and nothing that was authorized changes.

CREATE OR REPLACE FUNCTION keep_issued_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- What an import brought was issued elsewhere: undoing it takes it away whole.
  IF TG_OP = 'DELETE' AND OLD.imported THEN RETURN OLD; END IF;
  IF TG_OP = 'DELETE' OR (NEW.series_id, NEW.number, NEW.kind, NEW.operation, NEW.subtotal_cents, NEW.itbms_cents, NEW.corrects_id)
      IS DISTINCT FROM (OLD.series_id, OLD.number, OLD.kind, OLD.operation, OLD.subtotal_cents, OLD.itbms_cents, OLD.corrects_id)
    OR (OLD.state_id IN (3, 5) AND (NEW.state_id, NEW.cufe, NEW.qr, NEW.protocol, NEW.authorized_at, NEW.xml, NEW.issued_on, NEW.receiver_type,
        NEW.receiver_name, NEW.receiver_document, NEW.receiver_dv)
      IS DISTINCT FROM (OLD.state_id, OLD.cufe, OLD.qr, OLD.protocol, OLD.authorized_at, OLD.xml, OLD.issued_on, OLD.receiver_type,
        OLD.receiver_name, OLD.receiver_document, OLD.receiver_dv)) THEN
    RAISE EXCEPTION 'a fiscal document is not edited' USING ERRCODE = 'check_violation', CONSTRAINT = 'issued_invoices_frozen';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION keep_issued_invoice_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM issued_invoices WHERE id = OLD.invoice_id AND imported) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'the lines of a fiscal document are not edited' USING ERRCODE = 'check_violation', CONSTRAINT = 'issued_invoice_lines_frozen';
END $$;

CREATE OR REPLACE FUNCTION check_issued_invoice_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sums record;
BEGIN
  SELECT coalesce(sum(cents), 0) base, coalesce(sum(itbms_cents), 0) itbms INTO sums FROM issued_invoice_lines WHERE invoice_id = NEW.id;
  IF sums.base <> NEW.subtotal_cents OR sums.itbms <> NEW.itbms_cents THEN
    RAISE EXCEPTION 'the lines of document % do not sum to it', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'issued_invoices_sums';
  END IF;
  RETURN NULL;
END $$;

-- A number is never given twice: the series only goes up.
CREATE OR REPLACE FUNCTION keep_invoice_series() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.last_number < OLD.last_number OR (NEW.company_id, NEW.branch, NEW.point)
      IS DISTINCT FROM (OLD.company_id, OLD.branch, OLD.point) THEN
    RAISE EXCEPTION 'a series only goes up' USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_series_frozen';
  END IF;
  RETURN NEW;
END $$;

DROP TRIGGER IF EXISTS issued_invoices_keep ON issued_invoices;
CREATE TRIGGER issued_invoices_keep BEFORE UPDATE OR DELETE ON issued_invoices
  FOR EACH ROW EXECUTE FUNCTION keep_issued_invoice();
DROP TRIGGER IF EXISTS issued_invoice_lines_keep ON issued_invoice_lines;
CREATE TRIGGER issued_invoice_lines_keep BEFORE UPDATE OR DELETE ON issued_invoice_lines
  FOR EACH ROW EXECUTE FUNCTION keep_issued_invoice_line();
DROP TRIGGER IF EXISTS issued_invoices_sums ON issued_invoices;
CREATE CONSTRAINT TRIGGER issued_invoices_sums AFTER INSERT ON issued_invoices
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_issued_invoice_sums();
DROP TRIGGER IF EXISTS invoice_series_keep ON invoice_series;
CREATE TRIGGER invoice_series_keep BEFORE UPDATE OR DELETE ON invoice_series
  FOR EACH ROW EXECUTE FUNCTION keep_invoice_series();
