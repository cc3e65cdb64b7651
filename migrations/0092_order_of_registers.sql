CREATE INDEX "consents_given" ON "consents" USING btree ("given_at","id");--> statement-breakpoint
CREATE INDEX "price_changes_at" ON "price_changes" USING btree ("at","id");
