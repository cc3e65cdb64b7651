-- Covers of a warranty and their months, for every delivery until counsel writes others (domain.md §4.5).
INSERT INTO "warranty_rules" (cover, months, valid_from, source, created_at) VALUES
  ('acabados', 12, '2000-01-01', 'Práctica del mercado', now()),
  ('instalaciones', 24, '2000-01-01', 'Decisión de la empresa: falta que Legal la confirme', now()),
  ('ocultos', 60, '2000-01-01', 'Ley 45 de 2007, artículos 48 y 108: el plazo mayor de los dos que se leen', now()),
  ('estructura', 120, '2000-01-01', 'Código Civil, artículo 1343', now());
