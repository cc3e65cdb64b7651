-- New ones begin as drafts, the customer's turn. Those that are there get theirs from a job, some at a time: to write a million at once
-- would lock them for minutes.
ALTER TABLE "sales" ADD COLUMN "turn" text;--> statement-breakpoint
ALTER TABLE "sales" ALTER COLUMN "turn" SET DEFAULT 'cliente';--> statement-breakpoint
-- Whose turn it is, as `nextStep` of contract/sales/turn.ts says it: by the sale itself, its papers, payments and banks.
CREATE FUNCTION sale_turn(s sales) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN s.processor_id IS NULL AND s.state_id BETWEEN 2 AND 4 THEN 'coordinador'
    WHEN s.state_id IN (1, 4, 9) THEN 'cliente'
    WHEN s.state_id IN (2, 5, 6) THEN 'procesador'
    WHEN s.state_id = 3 THEN CASE
      WHEN EXISTS (SELECT FROM documents d WHERE d.sale_id = s.id AND d.required AND d.state_id IN (1, 2, 3, 5, 6)) THEN 'procesador'
      ELSE CASE (SELECT y.state_id FROM payments y WHERE y.sale_id = s.id AND y.type_id = 1 ORDER BY y.id DESC LIMIT 1)
        WHEN 2 THEN 'contabilidad' WHEN 3 THEN 'contabilidad' WHEN 4 THEN 'procesador' ELSE 'cliente' END END
    WHEN s.state_id IN (7, 17) THEN 'coordinador'
    WHEN s.state_id = 8 AND EXISTS (SELECT FROM bank_applications b WHERE b.sale_id = s.id AND b.chosen AND b.state_id = 11) THEN 'procesador'
    WHEN s.state_id = 10 AND EXISTS (SELECT FROM payments y WHERE y.sale_id = s.id AND y.type_id IN (2, 3) AND y.state_id IN (2, 3)) THEN 'contabilidad'
    WHEN s.state_id = 10 AND EXISTS (SELECT FROM payments y WHERE y.sale_id = s.id AND y.type_id IN (2, 3) AND y.state_id = 7) THEN 'cliente'
    WHEN s.state_id IN (8, 10, 11) THEN 'legal'
    WHEN s.state_id = 12 THEN 'contabilidad'
    WHEN s.state_id IN (13, 14) THEN 'postventa'
    WHEN s.state_id IN (16, 18) AND EXISTS (SELECT FROM payments y
      WHERE y.sale_id = s.id AND y.state_id IN (4, 6) AND y.reversed_at IS NULL AND y.type_id <> 6) THEN 'contabilidad'
    ELSE 'nadie' END
$$;
--> statement-breakpoint
-- So many of those that have none yet; null: all.
CREATE FUNCTION fill_turns(most integer) RETURNS bigint LANGUAGE sql AS $$
  WITH filled AS (UPDATE sales s SET turn = sale_turn(s)
    WHERE id IN (SELECT id FROM sales WHERE turn IS NULL ORDER BY id LIMIT most FOR NO KEY UPDATE) RETURNING id)
  SELECT count(*) FROM filled
$$;
--> statement-breakpoint
CREATE FUNCTION keep_own_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.turn := sale_turn(NEW);
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Of those who change what a sale has at once, each waits here for the one before: the second statement sees what that one committed.
CREATE FUNCTION keep_turns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM sales WHERE id IN (SELECT sale_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
  UPDATE sales s SET turn = sale_turn(s) WHERE s.id IN (SELECT sale_id FROM changed) AND s.turn IS DISTINCT FROM sale_turn(s);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sales_turn BEFORE INSERT OR UPDATE OF state_id, processor_id ON sales FOR EACH ROW EXECUTE FUNCTION keep_own_turn();
--> statement-breakpoint
CREATE TRIGGER documents_turn AFTER INSERT ON documents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_turns();
--> statement-breakpoint
CREATE TRIGGER documents_turn_anew AFTER UPDATE ON documents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_turns();
--> statement-breakpoint
CREATE TRIGGER payments_turn AFTER INSERT ON payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_turns();
--> statement-breakpoint
CREATE TRIGGER payments_turn_anew AFTER UPDATE ON payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_turns();
--> statement-breakpoint
CREATE TRIGGER bank_applications_turn AFTER INSERT ON bank_applications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_turns();
--> statement-breakpoint
CREATE TRIGGER bank_applications_turn_anew AFTER UPDATE ON bank_applications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_turns();
--> statement-breakpoint
CREATE INDEX "sales_turn" ON "sales" USING btree ("turn","id");--> statement-breakpoint
CREATE INDEX "sales_turn_since" ON "sales" USING btree ("turn","state_since","id");--> statement-breakpoint
CREATE INDEX "sales_processor_turn" ON "sales" USING btree ("processor_id","turn");
