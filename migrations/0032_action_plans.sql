CREATE SEQUENCE "public"."action_plan_changes" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "action_plan_links" (
	"plan_id" bigint NOT NULL,
	"from_activity" integer NOT NULL,
	"to_activity" integer NOT NULL,
	"kind" text NOT NULL,
	"lag" smallint NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "action_plan_links_plan_id_to_activity_from_activity_kind_pk" PRIMARY KEY("plan_id","to_activity","from_activity","kind"),
	CONSTRAINT "action_plan_links_kind" CHECK (kind in ('FS', 'SS', 'FF', 'SF')),
	CONSTRAINT "action_plan_links_other" CHECK (from_activity <> to_activity),
	CONSTRAINT "action_plan_links_lag" CHECK (lag between -200 and 200)
);
--> statement-breakpoint
ALTER TABLE "action_plans" DROP CONSTRAINT "action_plans_model";--> statement-breakpoint
ALTER TABLE "action_plans" ALTER COLUMN "version" SET DEFAULT nextval('action_plan_changes');--> statement-breakpoint
ALTER TABLE "action_plan_steps" ADD COLUMN "outdoors" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "action_plans" ADD COLUMN "number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "action_plans" ADD COLUMN "days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "action_plans" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "action_plans" ADD COLUMN "created_by" bigint;--> statement-breakpoint
ALTER TABLE "action_plans" ADD COLUMN "published_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "action_plans" ADD COLUMN "published_by" bigint;--> statement-breakpoint
ALTER TABLE "action_plan_links" ADD CONSTRAINT "action_plan_links_from" FOREIGN KEY ("plan_id","from_activity") REFERENCES "public"."action_plan_steps"("plan_id","activity_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_plan_links" ADD CONSTRAINT "action_plan_links_to" FOREIGN KEY ("plan_id","to_activity") REFERENCES "public"."action_plan_steps"("plan_id","activity_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "action_plan_links_from_step" ON "action_plan_links" USING btree ("plan_id","from_activity");--> statement-breakpoint
ALTER TABLE "action_plans" ADD CONSTRAINT "action_plans_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_plans" ADD CONSTRAINT "action_plans_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "action_plans_number" ON "action_plans" USING btree ("model_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "action_plans_draft" ON "action_plans" USING btree ("model_id") WHERE published_at is null;--> statement-breakpoint
ALTER TABLE "action_plan_steps" ADD CONSTRAINT "action_plan_steps_days" CHECK (days between 1 and 400);