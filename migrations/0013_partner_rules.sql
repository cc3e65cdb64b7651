ALTER TABLE partners ADD CONSTRAINT partners_kind CHECK (kind IN ('contratista', 'contratante'));
--> statement-breakpoint
ALTER TABLE partners ADD CONSTRAINT partners_dv CHECK (dv ~ '^[0-9]{2}$');
--> statement-breakpoint
ALTER TABLE partners ADD CONSTRAINT partners_named CHECK (btrim(name) <> '' AND btrim(ruc) <> '');
--> statement-breakpoint
ALTER TABLE partner_papers ADD CONSTRAINT partner_papers_dates CHECK (issued_on <= expires_on);
--> statement-breakpoint
ALTER TABLE lawyers ADD CONSTRAINT lawyers_named CHECK (btrim(full_name) <> '');
--> statement-breakpoint
ALTER TABLE users ADD CONSTRAINT users_deactivated_by FOREIGN KEY (deactivated_by) REFERENCES users (id) NOT VALID;
--> statement-breakpoint
-- Who is active was not deactivated; what is older than these columns says nothing.
ALTER TABLE users ADD CONSTRAINT users_deactivated CHECK (NOT active OR deactivated_at IS NULL) NOT VALID;
--> statement-breakpoint
-- A partner's user is a contractor's or a contracting party's.
ALTER TABLE users ADD CONSTRAINT users_partner_type CHECK (partner_id IS NULL OR user_type_id IN (2, 3)) NOT VALID;
--> statement-breakpoint
ALTER TABLE users ADD CONSTRAINT users_away CHECK (away_from <= away_to) NOT VALID;
