ALTER TABLE "permits" ADD CONSTRAINT "permits_target" CHECK (model_id is null or house_id is null);--> statement-breakpoint
ALTER TABLE "blueprint_versions" ADD CONSTRAINT "blueprint_versions_state" CHECK (state_id between 1 and 4);--> statement-breakpoint
ALTER TABLE "blueprint_versions" ADD CONSTRAINT "blueprint_versions_days" CHECK ((state_id not in (2, 3) or in_force_at is not null) and (state_id not in (3, 4) or ended_at is not null) and (state_id <> 4 or withdrawn_reason is not null));--> statement-breakpoint
UPDATE "catalog_items" c SET extra = c.extra || r.extra::jsonb FROM (VALUES
  (1, '{"entidad": "MIVIOT", "nivel": 1, "obra": false, "entrega": false}'),
  (2, '{"entidad": "SINAPROC", "nivel": 1, "obra": false, "entrega": false}'),
  (3, '{"entidad": "Laboratorio de suelos", "nivel": 1, "obra": false, "entrega": false}'),
  (4, '{"entidad": "MiAmbiente", "nivel": 1, "obra": false, "entrega": false}'),
  (5, '{"entidad": "MIVIOT Ventanilla Única", "nivel": 1, "obra": false, "entrega": false}'),
  (6, '{"entidad": "MIVIOT Ventanilla Única", "nivel": 1, "obra": false, "entrega": false}'),
  (7, '{"entidad": "IDAAN", "nivel": 1, "obra": false, "entrega": false}'),
  (8, '{"entidad": "MINSA", "nivel": 1, "obra": false, "entrega": false}'),
  (9, '{"entidad": "Naturgy", "nivel": 1, "obra": false, "entrega": false}'),
  (10, '{"entidad": "Bomberos – DINASEPI", "nivel": 2, "obra": false, "entrega": false}'),
  (11, '{"entidad": "Municipio – DOYC", "nivel": 2, "obra": false, "entrega": false}'),
  (12, '{"entidad": "Municipio – DOYC", "nivel": 2, "obra": false, "entrega": false}'),
  (13, '{"entidad": "Municipio – DOYC", "nivel": 1, "obra": false, "entrega": false}'),
  (14, '{"entidad": "Municipio – DOYC", "nivel": 2, "obra": true, "entrega": false}'),
  (15, '{"entidad": "MIVIOT", "nivel": 1, "obra": false, "entrega": false}'),
  (16, '{"entidad": "ANATI", "nivel": 1, "obra": false, "entrega": false}'),
  (17, '{"entidad": "Bomberos", "nivel": 3, "obra": false, "entrega": false}'),
  (18, '{"entidad": "Municipio – DOYC", "nivel": 3, "obra": false, "entrega": true}'),
  (19, '{"entidad": "Registro Público", "nivel": 3, "obra": false, "entrega": false}'),
  (20, '{"entidad": "MIVIOT", "nivel": 1, "obra": false, "entrega": false}'),
  (21, '{"entidad": "Municipio", "nivel": 1, "obra": false, "entrega": false}'),
  (22, '{"entidad": "MOP", "nivel": 1, "obra": false, "entrega": false}'),
  (23, '{"entidad": "IDAAN", "nivel": 1, "obra": false, "entrega": false}')
) r(id, extra) WHERE c.catalog = 'detalles_plano' and c.id = r.id;
