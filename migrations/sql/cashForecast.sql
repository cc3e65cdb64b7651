-- The forecast of a month that was kept is never changed: its error would say nothing. See decision 0063.
CREATE OR REPLACE FUNCTION keep_cash_forecast() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'cash_forecasts' THEN
    IF OLD.period IS NULL THEN
      RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    END IF;
  ELSIF NOT EXISTS (SELECT FROM cash_forecasts WHERE id = OLD.forecast_id AND period IS NOT NULL) THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION 'a kept forecast is never changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'cash_forecast_kept';
END $$;

DROP TRIGGER IF EXISTS cash_forecasts_kept ON cash_forecasts;
CREATE TRIGGER cash_forecasts_kept BEFORE UPDATE OR DELETE ON cash_forecasts FOR EACH ROW EXECUTE FUNCTION keep_cash_forecast();
DROP TRIGGER IF EXISTS cash_cells_kept ON cash_cells;
CREATE TRIGGER cash_cells_kept BEFORE UPDATE OR DELETE ON cash_cells FOR EACH ROW EXECUTE FUNCTION keep_cash_forecast();
