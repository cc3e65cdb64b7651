ALTER TABLE "deed_days" ADD CONSTRAINT "deed_days_range" CHECK (state_id BETWEEN 1 AND 12 AND least >= 1 AND most >= least);
--> statement-breakpoint
-- domain.md §1, rows 12-15.
INSERT INTO "deed_days" (state_id, valid_from, least, most) VALUES
  (1, '2000-01-01', 1, 3),
  (2, '2000-01-01', 3, 7),
  (3, '2000-01-01', 5, 14),
  (4, '2000-01-01', 3, 5),
  (5, '2000-01-01', 3, 10),
  (6, '2000-01-01', 3, 10),
  (7, '2000-01-01', 1, 5),
  (8, '2000-01-01', 1, 3),
  (9, '2000-01-01', 7, 21),
  (10, '2000-01-01', 5, 10),
  (11, '2000-01-01', 1, 5);
