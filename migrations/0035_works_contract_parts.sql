-- Contracts made before their parts were kept: drafts with houses are measured by activities, which are still to be chosen;
-- what left its draft becomes one item with the whole amount, and a job while it is in force.
UPDATE contracts SET measure = 'actividades'
  WHERE state_id = 1 AND (type_id IN (1, 3) OR EXISTS (SELECT FROM contract_houses h WHERE h.contract_id = contracts.id));
--> statement-breakpoint
INSERT INTO contract_items (contract_id, position, code, description, unit, quantity, price_cents, cost_code_id)
  SELECT id, 1, '1', 'Contrato completo', 'global', 1, amount_cents, 99 FROM contracts WHERE state_id > 1 AND amount_cents > 0;
--> statement-breakpoint
INSERT INTO jobs (contract_id, item_id, amount_cents, quantity, price_cents, approved_quantity, reported_quantity, in_force, created_at)
  SELECT c.id, i.id, i.amount_cents, 1, i.price_cents, 0, 0, true, now()
  FROM contracts c JOIN contract_items i ON i.contract_id = c.id WHERE c.state_id BETWEEN 5 AND 8;
