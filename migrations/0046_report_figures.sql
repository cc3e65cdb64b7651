CREATE TABLE "report_figures" (
	"project_id" bigint PRIMARY KEY NOT NULL,
	"figures" jsonb NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	"took_ms" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "state_changes_at" ON "state_changes" USING brin ("at");