CREATE TABLE "delivery_warnings" (
	"sale_id" bigint NOT NULL,
	"promised_on" date NOT NULL,
	"days" smallint NOT NULL,
	"forecast_on" date NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	"told_by" bigint,
	CONSTRAINT "delivery_warnings_sale_id_promised_on_days_pk" PRIMARY KEY("sale_id","promised_on","days"),
	CONSTRAINT "delivery_warnings_days" CHECK (days in (0, 30, 60, 90)),
	CONSTRAINT "delivery_warnings_told" CHECK (told_by is null or told_at is not null)
);
--> statement-breakpoint
CREATE TABLE "house_milestones" (
	"house_id" bigint NOT NULL,
	"milestone" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "house_milestones_house_id_milestone_pk" PRIMARY KEY("house_id","milestone"),
	CONSTRAINT "house_milestones_milestone" CHECK (milestone in ('fundacion', 'techo', 'terminada'))
);
--> statement-breakpoint
ALTER TABLE "delivery_warnings" ADD CONSTRAINT "delivery_warnings_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_warnings" ADD CONSTRAINT "delivery_warnings_told_by_users_id_fk" FOREIGN KEY ("told_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "house_milestones" ADD CONSTRAINT "house_milestones_house_id_houses_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."houses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_warnings_untold" ON "delivery_warnings" USING btree ("sale_id") WHERE told_at is null;