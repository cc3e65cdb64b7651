CREATE INDEX "lots_by_name" ON "lots" USING btree ("name","project_id","id");--> statement-breakpoint
CREATE INDEX "lots_by_area" ON "lots" USING btree ("area_m2","project_id","id");--> statement-breakpoint
CREATE INDEX "lots_by_premium" ON "lots" USING btree ("premium_cents","project_id","id");--> statement-breakpoint
CREATE INDEX "lots_words" ON "lots" USING gin (name gin_trgm_ops,block gin_trgm_ops);