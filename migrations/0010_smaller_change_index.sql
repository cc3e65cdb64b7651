DROP INDEX "changes_record";--> statement-breakpoint
CREATE INDEX "changes_record" ON "changes" USING btree ("record_id","record");