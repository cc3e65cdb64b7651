ALTER TABLE "deeds" ADD CONSTRAINT "deeds_state_known" CHECK (state_id BETWEEN 1 AND 13);
--> statement-breakpoint
ALTER TABLE "deeds" ADD CONSTRAINT "deeds_void_asked" CHECK ((void_asked_by IS NULL) = (void_asked_at IS NULL));
--> statement-breakpoint
ALTER TABLE "deed_taxes" ADD CONSTRAINT "deed_taxes_paid" CHECK (paid_cents >= 0 AND kind IN ('itbi', 'isr') AND (receipt IS NULL) = (exempt_reason IS NOT NULL));
--> statement-breakpoint
ALTER TABLE "deed_certificates" ADD CONSTRAINT "deed_certificates_days" CHECK (kind IN ('inmueble', 'idaan', 'ph') AND expires_on >= issued_on);
--> statement-breakpoint
ALTER TABLE "deed_entries" ADD CONSTRAINT "deed_entries_defect" CHECK ((defect IS NULL) = (defect_on IS NULL) AND (defect IS NULL) = (limit_on IS NULL));
--> statement-breakpoint
-- One rate for a kind and a tier on each day: taxes are computed by exactly one.
ALTER TABLE "deed_tax_rates" ADD CONSTRAINT "deed_tax_rates_days" EXCLUDE USING gist (kind WITH =, (coalesce(up_to_cents, -1)) WITH =, daterange(valid_from, valid_to, '[]') WITH &&);
--> statement-breakpoint
ALTER TABLE "deed_tax_rates" ADD CONSTRAINT "deed_tax_rates_percent" CHECK (percent BETWEEN 0 AND 100 AND kind IN ('itbi', 'isr', 'isr_general') AND (valid_to IS NULL OR valid_to >= valid_from));
--> statement-breakpoint
-- domain.md §4.3: the first sale of a new home was exempt from the ITBI until 2025; since 2026 it is 2 %. The income tax of new homes has tiers by price.
INSERT INTO "deed_tax_rates" (kind, up_to_cents, percent, valid_from, valid_to) VALUES
  ('itbi', NULL, 0, '2000-01-01', '2025-12-31'),
  ('itbi', NULL, 2, '2026-01-01', NULL),
  ('isr', 3500000, 0.5, '2000-01-01', NULL),
  ('isr', 8000000, 1.5, '2000-01-01', NULL),
  ('isr', NULL, 2.5, '2000-01-01', NULL),
  ('isr_general', NULL, 3, '2000-01-01', NULL);
