ALTER TABLE "diary_entries" DROP CONSTRAINT "diary_entries_stop";--> statement-breakpoint
ALTER TABLE "diary_entries" ADD COLUMN "clock_offset" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "diary_photos" ADD COLUMN "position" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "diary_photos" ADD COLUMN "taken_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "diaries_day" ON "diaries" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "diary_entries_words" ON "diary_entries" USING gin (searchable(text) gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "diary_entries" ADD CONSTRAINT "diary_entries_stop" CHECK ((section = 'paro') = (reason is not null) and (section <> 'paro' or hours is not null) and (hours is null or section in ('paro', 'equipo')));