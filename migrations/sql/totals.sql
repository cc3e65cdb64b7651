-- Totals by one dimension, in addition to those by all four: a query over all sales would read thousands of rows of the
-- latter.

CREATE OR REPLACE FUNCTION count_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    WITH changes AS (
      INSERT INTO sale_totals (state_id, project_id, processor_id, adviser_id, total)
        SELECT state_id, project_id, processor_id, adviser_id, count(*) FROM added GROUP BY 1, 2, 3, 4
        RETURNING state_id, project_id, processor_id, adviser_id, total
    ) INSERT INTO sale_counts (kind, key, state_id, total) SELECT k.kind, k.key, state_id, sum(total) FROM changes,
      LATERAL (VALUES (0, 0), (1, project_id), (2, coalesce(processor_id, 0)), (3, coalesce(adviser_id, 0))) k (kind, key)
      GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    WITH changes AS (
      INSERT INTO sale_totals (state_id, project_id, processor_id, adviser_id, total)
        SELECT state_id, project_id, processor_id, adviser_id, -count(*) FROM removed GROUP BY 1, 2, 3, 4
        RETURNING state_id, project_id, processor_id, adviser_id, total
    ) INSERT INTO sale_counts (kind, key, state_id, total) SELECT k.kind, k.key, state_id, sum(total) FROM changes,
      LATERAL (VALUES (0, 0), (1, project_id), (2, coalesce(processor_id, 0)), (3, coalesce(adviser_id, 0))) k (kind, key)
      GROUP BY 1, 2, 3;
  ELSE
    WITH changes AS (
      INSERT INTO sale_totals (state_id, project_id, processor_id, adviser_id, total)
        SELECT state_id, project_id, processor_id, adviser_id, sum(n) FROM (
          SELECT state_id, project_id, processor_id, adviser_id, 1 AS n FROM added
          UNION ALL SELECT state_id, project_id, processor_id, adviser_id, -1 FROM removed
        ) changes GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0
        RETURNING state_id, project_id, processor_id, adviser_id, total
    ) INSERT INTO sale_counts (kind, key, state_id, total) SELECT k.kind, k.key, state_id, sum(total) FROM changes,
      LATERAL (VALUES (0, 0), (1, project_id), (2, coalesce(processor_id, 0)), (3, coalesce(adviser_id, 0))) k (kind, key)
      GROUP BY 1, 2, 3 HAVING sum(total) <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sales_counted_insert AFTER INSERT ON sales
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_sales();
CREATE OR REPLACE TRIGGER sales_counted_update AFTER UPDATE ON sales
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_sales();
CREATE OR REPLACE TRIGGER sales_counted_delete AFTER DELETE ON sales
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_sales();

-- Recomputes both tables from the sales, after rows were written with triggers off.
CREATE OR REPLACE FUNCTION fill_sale_totals() RETURNS void LANGUAGE sql AS $$
  DELETE FROM sale_totals;
  DELETE FROM sale_counts;
  INSERT INTO sale_totals (state_id, project_id, processor_id, adviser_id, total)
    SELECT state_id, project_id, processor_id, adviser_id, count(*) FROM sales GROUP BY 1, 2, 3, 4;
  INSERT INTO sale_counts (kind, key, state_id, total)
    SELECT k.kind, k.key, state_id, sum(total) FROM sale_totals,
      LATERAL (VALUES (0, 0), (1, project_id), (2, coalesce(processor_id, 0)), (3, coalesce(adviser_id, 0))) k (kind, key)
      GROUP BY 1, 2, 3;
$$;
