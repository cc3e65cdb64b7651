ALTER TABLE "checklists" DROP CONSTRAINT "checklists_created_by_users_id_fk";
