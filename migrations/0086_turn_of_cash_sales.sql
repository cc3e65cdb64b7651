-- As `nextStep` of contract/sales/turn.ts: in cash no bank is asked, so a complete file waits for the promise, which is the lawyer's.
CREATE OR REPLACE FUNCTION sale_turn(s sales) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN s.processor_id IS NULL AND s.state_id BETWEEN 2 AND 4 THEN 'coordinador'
    WHEN s.state_id IN (1, 4, 9) THEN 'cliente'
    WHEN s.state_id = 5 AND s.payment_form = 'contado' THEN 'legal'
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
DROP TRIGGER sales_turn ON sales;
--> statement-breakpoint
CREATE TRIGGER sales_turn BEFORE INSERT OR UPDATE OF state_id, processor_id, payment_form ON sales FOR EACH ROW EXECUTE FUNCTION keep_own_turn();
--> statement-breakpoint
UPDATE sales SET turn = 'legal' WHERE state_id = 5 AND payment_form = 'contado';
