DROP INDEX "signatures_sale";--> statement-breakpoint
CREATE UNIQUE INDEX "signatures_chain" ON "signatures" USING btree ("sale_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "signatures_once" ON "signatures" USING btree ("sale_id","origin") WHERE outcome = 'firmada';