-- What a payout kept back of parts that were paid for sales that ended: the two lines and how much, once written never changed.
CREATE TABLE "commission_offsets" (
  "id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "commission_offsets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
  "line_id" bigint NOT NULL REFERENCES "commission_lines"("id"),
  "reverse_id" bigint NOT NULL REFERENCES "commission_lines"("id"),
  "cents" bigint NOT NULL,
  "at" timestamp (3) with time zone NOT NULL,
  CONSTRAINT "commission_offsets_amount" CHECK (cents > 0),
  CONSTRAINT "commission_offsets_once" UNIQUE ("line_id", "reverse_id")
);
--> statement-breakpoint
CREATE INDEX "commission_offsets_reverse" ON "commission_offsets" USING btree ("reverse_id");
--> statement-breakpoint
-- Reverse entries that are still owed back: there are few.
CREATE INDEX "commission_lines_owed_back" ON "commission_lines" USING btree ("commission_id") WHERE reverses_id is not null and state_id in (2, 3, 4);
--> statement-breakpoint
CREATE TRIGGER commission_offsets_append_only BEFORE UPDATE OR DELETE ON commission_offsets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Never more than the reverse entry takes back, nor than the part pays. The reverse entry is locked, so that two payouts wait for each other.
CREATE FUNCTION check_commission_offset() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  taken bigint;
  paid bigint;
BEGIN
  SELECT -cents INTO taken FROM commission_lines WHERE id = NEW.reverse_id AND reverses_id IS NOT NULL FOR UPDATE;
  SELECT cents INTO paid FROM commission_lines WHERE id = NEW.line_id AND reverses_id IS NULL;
  IF taken IS NULL OR paid IS NULL
    OR (SELECT sum(cents) FROM commission_offsets WHERE reverse_id = NEW.reverse_id) > taken
    OR (SELECT sum(cents) FROM commission_offsets WHERE line_id = NEW.line_id) > paid THEN
    RAISE EXCEPTION 'more is kept back than is owed back' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER commission_offsets_checked AFTER INSERT ON commission_offsets FOR EACH ROW EXECUTE FUNCTION check_commission_offset();
