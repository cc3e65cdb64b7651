-- Rows that people add come after every seed's, of this release or a later one.
SELECT setval(pg_get_serial_sequence('roles', 'id'), greatest(1000, (SELECT coalesce(max(id), 0) FROM roles)));
--> statement-breakpoint
-- Two roles of one name could not be told apart where they are given.
CREATE UNIQUE INDEX roles_display_name ON roles (lower(display_name));
--> statement-breakpoint
-- What is archived, and the customer's role (it never signs in), is given to nobody; whoever archives a role locks its row first.
CREATE FUNCTION keep_roles_assignable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM roles WHERE id = NEW.role_id AND archived_at IS NULL AND name <> 'cliente' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'role % is not given to anybody', NEW.role_id USING ERRCODE = 'check_violation', CONSTRAINT = 'role_assignable';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER user_roles_assignable BEFORE INSERT OR UPDATE ON user_roles
  FOR EACH ROW EXECUTE FUNCTION keep_roles_assignable();
--> statement-breakpoint
-- The customer's role never grants anything in the office.
CREATE FUNCTION keep_customer_role_empty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM roles WHERE id = NEW.role_id AND name = 'cliente') THEN
    RAISE EXCEPTION 'the role of customers grants nothing' USING ERRCODE = 'check_violation', CONSTRAINT = 'customer_role';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER role_grants_customer BEFORE INSERT OR UPDATE ON role_grants
  FOR EACH ROW EXECUTE FUNCTION keep_customer_role_empty();
--> statement-breakpoint
-- A session looks with one pair of eyes at a time, and never without an end.
ALTER TABLE staff_sessions ADD CONSTRAINT view_as_one
  CHECK (view_as_role IS NULL OR view_as_user IS NULL) NOT VALID;
