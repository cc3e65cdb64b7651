ALTER TABLE "survey_answers" ADD COLUMN "called_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "survey_answers" ADD COLUMN "called_by" bigint;--> statement-breakpoint
ALTER TABLE "survey_answers" ADD COLUMN "call_note" text;--> statement-breakpoint
ALTER TABLE "survey_answers" ADD CONSTRAINT "survey_answers_called_by_users_id_fk" FOREIGN KEY ("called_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "survey_answers_answered" ON "survey_answers" USING btree ("answered_at","ask_id");--> statement-breakpoint
CREATE INDEX "survey_answers_score" ON "survey_answers" USING btree ("score","ask_id");--> statement-breakpoint
CREATE INDEX "survey_answers_to_call" ON "survey_answers" USING btree ("answered_at","ask_id") WHERE score <= 6 and called_at is null;--> statement-breakpoint
ALTER TABLE "survey_answers" ADD CONSTRAINT "survey_answers_call" CHECK ((called_at is null) = (called_by is null) and (called_at is null or score <= 6)
        and (call_note is null or (called_at is not null and char_length(call_note) between 1 and 1000)));