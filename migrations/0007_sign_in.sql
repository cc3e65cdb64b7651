CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"attempts" integer NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD COLUMN "opens" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_tokens" ADD COLUMN "made_by" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_step" bigint;--> statement-breakpoint
CREATE INDEX "throttles_until" ON "throttles" USING btree ("until");--> statement-breakpoint
ALTER TABLE "staff_tokens" ADD CONSTRAINT "staff_tokens_made_by_staff_sessions_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff_sessions"("id") ON DELETE cascade ON UPDATE no action;