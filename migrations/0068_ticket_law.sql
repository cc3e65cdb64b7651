ALTER TABLE "tickets" ALTER COLUMN "project_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "due_on" date;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "part" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_law" CHECK ((origin = 'derecho') = (right_id is not null) and (right_id is null) = (due_on is null) and (project_id is not null or right_id is not null));--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_part" CHECK (part is null or house_id is not null);