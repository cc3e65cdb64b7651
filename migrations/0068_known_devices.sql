CREATE TABLE "known_devices" (
	"token_hash" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_devices_token_hash_subject_pk" PRIMARY KEY("token_hash","subject")
);
--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "proved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "made_by" uuid;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_made_by_staff_sessions_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_sessions_made_by" ON "staff_sessions" USING btree ("made_by") WHERE made_by is not null;--> statement-breakpoint
-- Whoever decides what others may gives a second step (rulings 7); the demonstration goes without.
UPDATE "roles" SET "requires_second_step" = true, "version" = "version" + 1
	WHERE "name" = 'administrador' AND NOT "requires_second_step"
		AND NOT EXISTS (SELECT FROM "users" WHERE "email" = 'administrador@demo.llave');
