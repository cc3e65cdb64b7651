ALTER TABLE "seals" ADD CONSTRAINT "seals_sealed_whole" CHECK ((state_id = 2) = (sealed_file_id IS NOT NULL AND sealed_hash IS NOT NULL AND sealed_at IS NOT NULL));--> statement-breakpoint
ALTER TABLE "seals" ADD CONSTRAINT "seals_states" CHECK (state_id IN (1, 2, 3));--> statement-breakpoint
CREATE UNIQUE INDEX "seals_sealed_file" ON "seals" ("sealed_file_id");
