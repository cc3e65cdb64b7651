CREATE TABLE "catalog_items" (
	"catalog" text NOT NULL,
	"id" integer NOT NULL,
	"label" text NOT NULL,
	"extra" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "catalog_items_catalog_id_pk" PRIMARY KEY("catalog","id")
);
--> statement-breakpoint
CREATE INDEX "catalog_items_position" ON "catalog_items" USING btree ("catalog","position");--> statement-breakpoint
CREATE UNIQUE INDEX "catalog_items_label" ON "catalog_items" USING btree ("catalog",lower(label),coalesce(extra ->> 'provincia_id', '')) WHERE archived_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "catalog_items_word" ON "catalog_items" USING btree ("catalog",(extra ->> 'name_id'));