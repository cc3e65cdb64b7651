-- The application works as a role that owns nothing here (server/kernel/appRole.ts). Three acts need the owner: they are functions, and each
-- does one thing only.
ALTER FUNCTION erase_demo(text[]) SECURITY DEFINER SET search_path = public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION next_sale_code(integer) SECURITY DEFINER SET search_path = public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION next_quote_code(integer) SECURITY DEFINER SET search_path = public, pg_temp;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION erase_demo(text[]), next_sale_code(integer), next_quote_code(integer) FROM PUBLIC;
--> statement-breakpoint
-- Whoever can write a setting must not be able to make a company a demonstration, and so erase it: that is said before anybody is in it.
CREATE OR REPLACE FUNCTION refuse_late_demo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM sales) OR EXISTS (SELECT FROM audit_log) THEN
    RAISE EXCEPTION 'a company with people does not become a demonstration' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'no_late_demo';
  END IF;
  RETURN NEW;
END $$;
