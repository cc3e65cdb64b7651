-- One feed of what happened to records takes the place of the history of states.
CREATE TABLE "changes" (
	"tx" xid8 DEFAULT pg_current_xact_id() NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1) NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"record_id" bigint NOT NULL,
	"of_id" bigint,
	"from_state" smallint,
	"to_state" smallint,
	"record" text NOT NULL,
	"of_record" text,
	"verb" text,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	CONSTRAINT "changes_tx_id_pk" PRIMARY KEY("tx","id")
);
--> statement-breakpoint
CREATE TABLE "change_details" (
	"tx" xid8 NOT NULL,
	"id" bigint NOT NULL,
	"reason" text,
	"ip" text,
	CONSTRAINT "change_details_tx_id_pk" PRIMARY KEY("tx","id")
);
--> statement-breakpoint
ALTER TABLE "change_details" ADD CONSTRAINT "change_details_tx_id_changes_tx_id_fk" FOREIGN KEY ("tx","id") REFERENCES "public"."changes"("tx","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
INSERT INTO changes (record, record_id, from_state, to_state, actor_kind, actor_id, at)
  SELECT entity, entity_id, from_state, to_state, actor_kind, actor_id, at FROM state_changes ORDER BY id;
--> statement-breakpoint
DROP TABLE "state_changes";
--> statement-breakpoint
CREATE INDEX "changes_record" ON "changes" USING btree ("record","record_id","id");
--> statement-breakpoint
CREATE INDEX "changes_at" ON "changes" USING brin ("at");
--> statement-breakpoint
CREATE TRIGGER changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A purge empties them; none goes.
CREATE TRIGGER change_details_append_only BEFORE DELETE OR TRUNCATE ON change_details FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Whose turn a sale is and its next step are written by the application's own rules, once for each transaction.
DROP TRIGGER sales_turn ON sales;
--> statement-breakpoint
DROP TRIGGER documents_turn ON documents;
--> statement-breakpoint
DROP TRIGGER documents_turn_anew ON documents;
--> statement-breakpoint
DROP TRIGGER payments_turn ON payments;
--> statement-breakpoint
DROP TRIGGER payments_turn_anew ON payments;
--> statement-breakpoint
DROP TRIGGER bank_applications_turn ON bank_applications;
--> statement-breakpoint
DROP TRIGGER bank_applications_turn_anew ON bank_applications;
--> statement-breakpoint
DROP FUNCTION keep_turns();
--> statement-breakpoint
DROP FUNCTION keep_own_turn();
--> statement-breakpoint
DROP FUNCTION fill_turns(integer);
--> statement-breakpoint
DROP FUNCTION sale_turn(sales);
--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "next_step" text DEFAULT '' NOT NULL;
--> statement-breakpoint
UPDATE "sales" SET "turn" = 'nadie' WHERE "turn" IS NULL;
--> statement-breakpoint
ALTER TABLE "sales" ALTER COLUMN "turn" SET NOT NULL;
