-- A mail or phone that is a person's for certain: by a one-time code, or by a colleague's word. Of who came before, nobody is asked again.
ALTER TABLE "people" ADD COLUMN "confirmed_contact" "citext";--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "confirmed_by" bigint;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action NOT VALID;
