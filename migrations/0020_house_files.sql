CREATE TABLE "house_files" (
	"lot_id" bigint PRIMARY KEY NOT NULL,
	"mother_finca" text,
	"own_finca" text,
	"location_code" text,
	"cadastral_cents" bigint,
	"segregation_entry" text,
	"segregation_entered_on" date,
	"segregation_inscribed_on" date,
	"segregation_file_id" uuid,
	"permit_number" text,
	"permit_on" date,
	"permit_until" date,
	"permit_file_id" uuid,
	"improvements_entry" text,
	"improvements_entered_on" date,
	"improvements_inscribed_on" date,
	"improvements_file_id" uuid,
	"release_applies" boolean DEFAULT true NOT NULL,
	"release_bank" text,
	"release_asked_on" date,
	"release_signed_on" date,
	"release_inscribed_on" date,
	"release_until" date,
	"release_file_id" uuid,
	"warned_days" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" bigint,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "house_files" ADD CONSTRAINT "house_files_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "house_files" ADD CONSTRAINT "house_files_segregation_file_id_files_id_fk" FOREIGN KEY ("segregation_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "house_files" ADD CONSTRAINT "house_files_permit_file_id_files_id_fk" FOREIGN KEY ("permit_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "house_files" ADD CONSTRAINT "house_files_improvements_file_id_files_id_fk" FOREIGN KEY ("improvements_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "house_files" ADD CONSTRAINT "house_files_release_file_id_files_id_fk" FOREIGN KEY ("release_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "house_files" ADD CONSTRAINT "house_files_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "house_files_finca" ON "house_files" USING btree ("own_finca",coalesce(location_code, '')) WHERE own_finca is not null;--> statement-breakpoint
CREATE INDEX "house_files_by_finca" ON "house_files" USING btree ("own_finca","lot_id");--> statement-breakpoint
CREATE INDEX "house_files_by_permit" ON "house_files" USING btree ("permit_on","lot_id");--> statement-breakpoint
CREATE INDEX "house_files_by_segregation" ON "house_files" USING btree ("segregation_inscribed_on","lot_id");