-- Protects the last administrator: an active user with a password whose role may edit the whole administration.

CREATE OR REPLACE FUNCTION administers(role bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM role_grants WHERE role_id = role AND permission = 'administracion.editar' AND scope = 'todo')
$$;

CREATE OR REPLACE FUNCTION signs_in(one_user bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM users WHERE id = one_user AND active AND password_hash IS NOT NULL)
$$;

CREATE OR REPLACE FUNCTION is_administrator(one_user bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM user_roles WHERE user_id = one_user AND administers(role_id))
$$;

CREATE OR REPLACE FUNCTION is_role_of_somebody(role bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM user_roles WHERE role_id = role AND signs_in(user_id))
$$;

CREATE OR REPLACE FUNCTION keep_an_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Two concurrent removals wait for each other here; the second one then sees the first.
  PERFORM pg_advisory_xact_lock(hashtext('keep_an_administrator'));
  IF NOT EXISTS (SELECT FROM user_roles WHERE administers(role_id) AND signs_in(user_id)) THEN
    RAISE EXCEPTION 'the last administrator stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'last_administrator';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER user_roles_last_administrator AFTER DELETE OR UPDATE ON user_roles
  FOR EACH ROW WHEN (administers(OLD.role_id) AND signs_in(OLD.user_id)) EXECUTE FUNCTION keep_an_administrator();
CREATE OR REPLACE TRIGGER users_last_administrator AFTER UPDATE OF active, password_hash ON users
  FOR EACH ROW WHEN (
    OLD.active AND OLD.password_hash IS NOT NULL AND NOT (NEW.active AND NEW.password_hash IS NOT NULL) AND is_administrator(OLD.id)
  ) EXECUTE FUNCTION keep_an_administrator();
CREATE OR REPLACE TRIGGER role_grants_last_administrator AFTER DELETE OR UPDATE ON role_grants
  FOR EACH ROW WHEN (OLD.permission = 'administracion.editar' AND OLD.scope = 'todo' AND is_role_of_somebody(OLD.role_id))
  EXECUTE FUNCTION keep_an_administrator();

-- Refuses to assign an archived role or the customer role, which never signs in; archiving locks the role's row first.
CREATE OR REPLACE FUNCTION keep_roles_assignable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM roles WHERE id = NEW.role_id AND archived_at IS NULL AND name <> 'cliente' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'role % is not given to anybody', NEW.role_id USING ERRCODE = 'check_violation', CONSTRAINT = 'role_assignable';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER user_roles_assignable BEFORE INSERT OR UPDATE ON user_roles
  FOR EACH ROW EXECUTE FUNCTION keep_roles_assignable();

-- The customer role never has grants in the office.
CREATE OR REPLACE FUNCTION keep_customer_role_empty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM roles WHERE id = NEW.role_id AND name = 'cliente') THEN
    RAISE EXCEPTION 'the role of customers grants nothing' USING ERRCODE = 'check_violation', CONSTRAINT = 'customer_role';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER role_grants_customer BEFORE INSERT OR UPDATE ON role_grants
  FOR EACH ROW EXECUTE FUNCTION keep_customer_role_empty();
