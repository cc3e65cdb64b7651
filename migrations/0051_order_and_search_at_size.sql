CREATE INDEX "appointments_words" ON "appointments" USING gin (searchable(name) gin_trgm_ops,phone gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "appointments_email" ON "appointments" USING btree ("email");--> statement-breakpoint
CREATE INDEX "payments_arrears" ON "payments" USING btree ("due_at","id") WHERE state_id in (1, 7);--> statement-breakpoint
CREATE INDEX "payments_reference" ON "payments" USING btree (upper(bank_reference));--> statement-breakpoint
CREATE INDEX "prospects_follow_up" ON "prospects" USING btree ("next_follow_up_on","id");--> statement-breakpoint
CREATE INDEX "prospects_follow_up_last" ON "prospects" USING btree ("next_follow_up_on" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "prospects_action" ON "prospects" USING btree ("last_action_at","id");