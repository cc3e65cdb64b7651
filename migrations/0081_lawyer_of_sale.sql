-- Who does the legal work of a sale. The column is empty in every row, so nothing has to be checked under a lock.
ALTER TABLE "sales" ADD COLUMN "lawyer_id" bigint;
--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_lawyer_id_users_id_fk" FOREIGN KEY ("lawyer_id") REFERENCES "public"."users"("id") NOT VALID;
--> statement-breakpoint
CREATE INDEX "sales_lawyer" ON "sales" USING btree ("lawyer_id","state_id") WHERE lawyer_id is not null;
