CREATE TABLE "ticket_houses" (
	"ticket_id" bigint NOT NULL,
	"house_id" bigint NOT NULL,
	CONSTRAINT "ticket_houses_ticket_id_house_id_pk" PRIMARY KEY("ticket_id","house_id")
);
--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "incident" text;--> statement-breakpoint
ALTER TABLE "ticket_houses" ADD CONSTRAINT "ticket_houses_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_houses" ADD CONSTRAINT "ticket_houses_house_id_houses_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."houses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_houses_house" ON "ticket_houses" USING btree ("house_id");--> statement-breakpoint
CREATE INDEX "punch_items_words" ON "punch_items" USING gin (searchable(text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tickets_incident" ON "tickets" USING btree ("incident") WHERE incident is not null;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_incident_place" CHECK (incident is null or (house_id is null and common_area is not null));