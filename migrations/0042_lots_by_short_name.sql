-- A lot is found as people write it: A-07, A 7, a07 and a7 are the same. Its entry ends with the short form after a #.
CREATE FUNCTION lot_key(lot text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(regexp_replace(lower(lot), '[^a-z0-9]', '', 'g'), '(^|[a-z])0+(?=[0-9])', '\1', 'g');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION lot_words(project text, lot text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN public.searchable(concat_ws(' ', lot, project)) || ' #' || public.lot_key(lot);
--> statement-breakpoint
UPDATE search_entries e SET words = lot_words(r.name, l.name) FROM lots l JOIN projects r ON r.id = l.project_id
  WHERE e.kind = 3 AND e.ref = l.id;
