-- What drizzle cannot express: checks, exclusion constraints, and references that would make table files import each
-- other in a cycle. Functions and triggers are in sql/, one file per feature.

-- company

-- Roles added by users get ids above all seed ids.
SELECT setval(pg_get_serial_sequence('roles', 'id'), 1000);
--> statement-breakpoint
ALTER TABLE users
  ADD CONSTRAINT users_partner_id_partners_id_fk FOREIGN KEY (partner_id) REFERENCES partners (id),
  -- Only users of a contractor or a contracting party belong to a partner.
  ADD CONSTRAINT users_partner_type CHECK (partner_id IS NULL OR user_type_id IN (2, 3)),
  ADD CONSTRAINT users_deactivated_by FOREIGN KEY (deactivated_by) REFERENCES users (id),
  ADD CONSTRAINT users_deactivated CHECK (NOT active OR deactivated_at IS NULL),
  ADD CONSTRAINT users_away CHECK (away_from <= away_to);
--> statement-breakpoint
ALTER TABLE project_team
  ADD CONSTRAINT project_team_project_id_projects_id_fk FOREIGN KEY (project_id) REFERENCES projects (id);
--> statement-breakpoint
-- A session views the office as one role or one user, not both.
ALTER TABLE staff_sessions ADD CONSTRAINT view_as_one CHECK (view_as_role IS NULL OR view_as_user IS NULL);
--> statement-breakpoint
ALTER TABLE partners
  ADD CONSTRAINT partners_kind CHECK (kind IN ('contratista', 'contratante')),
  ADD CONSTRAINT partners_dv CHECK (dv ~ '^[0-9]{2}$'),
  ADD CONSTRAINT partners_named CHECK (btrim(name) <> '' AND btrim(ruc) <> '');
--> statement-breakpoint
ALTER TABLE partner_papers ADD CONSTRAINT partner_papers_dates CHECK (issued_on <= expires_on);
--> statement-breakpoint
ALTER TABLE lawyers ADD CONSTRAINT lawyers_named CHECK (btrim(full_name) <> '');
--> statement-breakpoint

-- projects

ALTER TABLE projects ADD CONSTRAINT projects_amounts CHECK (
  separation_cents > 0 AND rate_percent >= 0 AND down_payment_percent BETWEEN 0 AND 100 AND term_months > 0
);
--> statement-breakpoint
ALTER TABLE house_models ADD CONSTRAINT house_models_price CHECK (price_cents > 0 AND area_m2 > 0);
--> statement-breakpoint
ALTER TABLE houses ADD CONSTRAINT houses_progress CHECK (progress_percent BETWEEN 0 AND 100);
--> statement-breakpoint
ALTER TABLE lots ADD CONSTRAINT lots_premium CHECK (premium_cents >= 0);
--> statement-breakpoint
ALTER TABLE price_increases
  ADD CONSTRAINT price_increases_state CHECK (state IN ('prepared', 'confirmed', 'applied', 'cancelled')),
  ADD CONSTRAINT price_increases_rule CHECK (
    (percent IS NULL) <> (amount_cents IS NULL) AND coalesce(percent, 1) <> 0 AND coalesce(amount_cents, 1) <> 0
    AND coalesce(percent, 0) BETWEEN -50 AND 100 AND round_to_cents IN (1, 500, 1000, 5000, 10000)
  ),
  ADD CONSTRAINT price_increases_told CHECK (
    (state NOT IN ('confirmed', 'applied') OR (confirmed_by IS NOT NULL AND confirmed_at IS NOT NULL))
    AND (state = 'applied') = (applied_at IS NOT NULL)
    AND (state = 'cancelled') = (cancelled_at IS NOT NULL)
  );
--> statement-breakpoint
ALTER TABLE price_increase_rows
  ADD CONSTRAINT price_increase_rows_state CHECK (state IN ('pending', 'applied', 'cancelled', 'skipped')),
  ADD CONSTRAINT price_increase_rows_target CHECK ((model_id IS NULL) <> (lot_id IS NULL)),
  ADD CONSTRAINT price_increase_rows_amounts CHECK (from_cents >= 0 AND to_cents >= CASE WHEN model_id IS NULL THEN 0 ELSE 1 END);
--> statement-breakpoint
ALTER TABLE price_changes
  ADD CONSTRAINT price_changes_target CHECK ((model_id IS NULL) <> (lot_id IS NULL)),
  ADD CONSTRAINT price_changes_amounts CHECK (from_cents >= 0 AND to_cents >= 0 AND from_cents <> to_cents);
--> statement-breakpoint
-- No two active rules overlap in region, price and days; replaced rules stay for the quotes that used them.
ALTER TABLE interest_rules ADD CONSTRAINT interest_rules_overlap EXCLUDE USING gist (
  int4range(coalesce(region, 1), coalesce(region, 2), '[]') WITH &&,
  int8range(min_cents, max_cents, '[]') WITH &&,
  daterange(valid_from, valid_to, '[]') WITH &&
) WHERE (retired_at IS NULL);
--> statement-breakpoint
-- At most one cost per code and day; a project's own cost may exist beside the general one.
ALTER TABLE closing_costs ADD CONSTRAINT closing_costs_overlap EXCLUDE USING gist (
  code WITH =,
  coalesce(project_id, 0) WITH =,
  daterange(valid_from, valid_to, '[]') WITH &&
) WHERE (retired_at IS NULL);
--> statement-breakpoint

-- sales

ALTER TABLE sales
  ADD CONSTRAINT sales_state CHECK (state_id BETWEEN 1 AND 19),
  -- A withdrawn draft never had a code.
  ADD CONSTRAINT sales_coded CHECK (state_id IN (1, 16) OR code IS NOT NULL),
  ADD CONSTRAINT sales_payment_form CHECK (payment_form IN ('hipoteca', 'contado')),
  ADD CONSTRAINT sales_sector CHECK (
    work_sector IN ('Público', 'Privado', 'Independiente', 'Jubilado')
    AND (employment_status IS NULL OR work_sector IN ('Público', 'Privado'))
    OR work_sector IS NULL AND employment_status IS NULL
  ),
  ADD CONSTRAINT sales_price CHECK (price_cents > 0);
--> statement-breakpoint
ALTER TABLE sale_buyers
  ADD CONSTRAINT sale_buyers_role CHECK (role IN ('comprador', 'codeudor')),
  ADD CONSTRAINT sale_buyers_contact_buys CHECK (NOT contact OR role = 'comprador'),
  ADD CONSTRAINT sale_buyers_first CHECK (position > 0);
--> statement-breakpoint
ALTER TABLE lot_claims
  ADD CONSTRAINT lot_claims_kind CHECK (kind IN ('hold', 'offer', 'reservation', 'separation', 'sale')),
  ADD CONSTRAINT lot_claims_released CHECK ((released_at IS NULL) = (release_reason IS NULL));
--> statement-breakpoint
ALTER TABLE lot_waitlist
  -- A waitlist row has a claim exactly when the lot was offered.
  ADD CONSTRAINT lot_waitlist_offered CHECK ((offered_at IS NULL) = (claim_id IS NULL)),
  ADD CONSTRAINT lot_waitlist_place_from_one CHECK (place >= 1);
--> statement-breakpoint
ALTER TABLE documents
  ADD CONSTRAINT documents_state CHECK (state_id BETWEEN 1 AND 11),
  ADD CONSTRAINT documents_rejection CHECK (state_id <> 5 OR rejection_reason IS NOT NULL);
--> statement-breakpoint
ALTER TABLE appointments
  -- An agent has only one appointment at a time: future and attended ones occupy their time.
  ADD CONSTRAINT appointments_agent_time EXCLUDE USING gist (
    agent_id WITH =, tstzrange(starts_at, ends_at) WITH &&
  ) WHERE (state_id IN (1, 2, 3, 4)),
  ADD CONSTRAINT appointments_in_order CHECK (ends_at > starts_at);
--> statement-breakpoint
ALTER TABLE appointment_exceptions ADD CONSTRAINT appointment_exceptions_whole CHECK (
  (from_time IS NULL) = (to_time IS NULL) AND (from_time IS NULL OR from_time < to_time)
  AND (kind = 'libre' AND project_id IS NULL OR kind = 'extra' AND project_id IS NOT NULL AND from_time IS NOT NULL)
);
--> statement-breakpoint
-- At most one rule per project (or for all), kind of payee and day (decisions/0027).
ALTER TABLE commission_rules ADD CONSTRAINT commission_rules_overlap EXCLUDE USING gist (
  (coalesce(project_id, 0)) WITH =, payee WITH =, daterange(valid_from, valid_to, '[]') WITH &&
);
--> statement-breakpoint
ALTER TABLE commission_lines ADD CONSTRAINT commission_lines_reverses FOREIGN KEY (reverses_id) REFERENCES commission_lines (id);
--> statement-breakpoint
-- By word frequency, the planner chooses between the word index and a scan from the newest entry.
ALTER TABLE search_entries ALTER COLUMN words SET STATISTICS 300;
--> statement-breakpoint
-- Every change of a sale inserts and deletes rows: vacuum early.
ALTER TABLE sale_counts SET (autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0.1, autovacuum_analyze_threshold = 200);
--> statement-breakpoint

-- banking

ALTER TABLE bank_applications
  ADD CONSTRAINT bank_applications_state_known CHECK (state_id BETWEEN 1 AND 12),
  -- An ended application cannot be the chosen one.
  ADD CONSTRAINT bank_applications_chosen_lives CHECK (NOT chosen OR state_id NOT IN (1, 9, 10)),
  ADD CONSTRAINT bank_applications_amounts CHECK (requested_cents > 0 AND coalesce(approved_cents, 1) > 0);
--> statement-breakpoint
ALTER TABLE promise_letters ADD CONSTRAINT promise_letters_terms CHECK (
  amount_cents > 0 AND rate_percent BETWEEN 0 AND 40 AND term_months BETWEEN 1 AND 480 AND expires_on > issued_on
);
--> statement-breakpoint
ALTER TABLE letter_extensions ADD CONSTRAINT letter_extensions_later CHECK (
  to_expires_on IS NULL OR (answered_at IS NOT NULL AND to_expires_on > from_expires_on)
);
--> statement-breakpoint
ALTER TABLE disbursements
  ADD CONSTRAINT disbursements_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments (id),
  ADD CONSTRAINT disbursements_confirmed CHECK (
    confirmed_at IS NULL OR (received_on IS NOT NULL AND amount_cents > 0 AND transfer_number IS NOT NULL AND confirmed_by IS NOT NULL)
  );
--> statement-breakpoint
ALTER TABLE bank_requirements ADD CONSTRAINT bank_requirements_time CHECK (valid_to IS NULL OR valid_to >= valid_from);
--> statement-breakpoint
ALTER TABLE bank_profile_pages ADD CONSTRAINT bank_profile_pages_known CHECK (page BETWEEN 1 AND 6 AND state_id BETWEEN 1 AND 3);
--> statement-breakpoint

-- money

ALTER TABLE payments
  ADD CONSTRAINT payments_state CHECK (state_id BETWEEN 1 AND 9),
  ADD CONSTRAINT payments_amounts CHECK (due_cents > 0 AND coalesce(reported_cents, 1) > 0 AND coalesce(bank_cents, 1) > 0),
  -- A confirmed payment, full or partial, has the bank's data, who confirmed it, and a receipt.
  ADD CONSTRAINT payments_confirmed CHECK (
    state_id <> 4 OR (bank_id IS NOT NULL AND bank_reference IS NOT NULL AND bank_date IS NOT NULL AND bank_cents IS NOT NULL
      AND confirmed_at IS NOT NULL AND confirmed_by IS NOT NULL AND receipt_number IS NOT NULL)
  ),
  ADD CONSTRAINT payments_partial CHECK (
    state_id <> 6 OR (bank_id IS NOT NULL AND bank_reference IS NOT NULL AND bank_date IS NOT NULL AND bank_cents IS NOT NULL
      AND bank_cents < due_cents AND confirmed_at IS NOT NULL AND confirmed_by IS NOT NULL AND receipt_number IS NOT NULL)
  ),
  ADD CONSTRAINT payments_whole CHECK (state_id <> 4 OR bank_cents >= due_cents),
  ADD CONSTRAINT payments_reversed CHECK (reversed_at IS NULL OR state_id IN (4, 6)),
  -- The person who entered a payment cannot confirm it.
  ADD CONSTRAINT payments_two_people CHECK (entered_by IS NULL OR confirmed_by IS NULL OR entered_by <> confirmed_by);
--> statement-breakpoint
ALTER TABLE payment_plans ADD CONSTRAINT payment_plans_amounts CHECK (
  total_cents > 0 AND separation_cents >= 0 AND months BETWEEN 0 AND 60
);
--> statement-breakpoint
ALTER TABLE payment_credits ADD CONSTRAINT payment_credits_amount CHECK (cents > 0 AND from_id <> to_id);
--> statement-breakpoint
ALTER TABLE payment_reversals ADD CONSTRAINT payment_reversals_two_people CHECK (confirmed_by <> reversed_by AND cents > 0);
--> statement-breakpoint
ALTER TABLE bank_statement_lines
  ADD CONSTRAINT bank_statement_lines_state CHECK (state IN ('open', 'matched', 'returned', 'ignored') AND cents <> 0),
  ADD CONSTRAINT bank_statement_lines_money_in CHECK (state <> 'matched' OR cents > 0);
--> statement-breakpoint

-- overview

ALTER TABLE imports ADD CONSTRAINT imports_state CHECK (
  state IN ('checked', 'imported', 'undone') AND (state = 'checked') = (confirmed_at IS NULL) AND (state = 'undone') = (undone_at IS NOT NULL)
);
--> statement-breakpoint
ALTER TABLE import_rows ADD CONSTRAINT import_rows_status CHECK (
  status IN ('new', 'changed', 'same', 'bad') AND (status = 'bad') = (faults <> '[]'::jsonb)
);
