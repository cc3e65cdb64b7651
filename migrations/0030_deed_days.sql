CREATE TABLE "deed_days" (
	"state_id" smallint NOT NULL,
	"valid_from" date NOT NULL,
	"least" smallint NOT NULL,
	"most" smallint NOT NULL,
	CONSTRAINT "deed_days_state_id_valid_from_pk" PRIMARY KEY("state_id","valid_from")
);
