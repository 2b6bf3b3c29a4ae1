/**
 * Creates a table and then attaches it, so the partitioned table is never locked against reads or writes. Moves
 * matching rows out of the default partition. Returns 1, or 0 if the partition exists. Only the owner may call it.
 */
export const MAKE_PARTITION = `
  CREATE FUNCTION copy_triggers(parent name, partition name) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    definition text;
  BEGIN
    FOR definition IN
      SELECT pg_get_triggerdef(oid) FROM pg_trigger
      WHERE tgrelid = parent::regclass AND NOT tgisinternal AND tgtype & 1 = 0
        AND tgname NOT IN (SELECT tgname FROM pg_trigger WHERE tgrelid = partition::regclass)
    LOOP
      EXECUTE regexp_replace(definition, ' ON [^ ]+ ', format(' ON %I ', partition));
    END LOOP;
  END $$;
  REVOKE ALL ON FUNCTION copy_triggers(name, name) FROM PUBLIC;

  CREATE FUNCTION make_partition(parent name, time_column name, starts_at timestamptz, ends_at timestamptz, suffix text) RETURNS integer LANGUAGE plpgsql AS $$
  DECLARE
    partition name := parent || suffix;
    rest name := parent || '_default';
    columns text;
    role name;
    has_rows boolean;
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('partitions of ' || parent));
    IF to_regclass(quote_ident(partition)) IS NOT NULL THEN RETURN 0; END IF;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL EXCLUDING INDEXES)', partition, parent);
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I >= $1 AND %2$I < $2)', rest, time_column) INTO has_rows USING starts_at, ends_at;
    IF has_rows THEN
      SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute
      WHERE attrelid = partition::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
      -- Nothing is changed: the same rows stand in another table.
      EXECUTE format('ALTER TABLE %I DISABLE TRIGGER USER', rest);
      EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= $1 AND %2$I < $2 RETURNING *) INSERT INTO %I (%s) SELECT %4$s FROM moved', rest, time_column, partition, columns)
        USING starts_at, ends_at;
      EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', rest);
    END IF;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, partition, starts_at, ends_at);
    PERFORM copy_triggers(parent, partition);
    -- Rows go through the partitioned table, whose rights are checked.
    FOR role IN
      SELECT pg_get_userbyid(entry.grantee) FROM pg_class, aclexplode(relacl) AS entry
      WHERE pg_class.oid = partition::regclass AND entry.grantee NOT IN (0, relowner) GROUP BY entry.grantee
    LOOP
      EXECUTE format('REVOKE ALL ON %I FROM %I', partition, role);
    END LOOP;
    RETURN 1;
  END $$;
  REVOKE ALL ON FUNCTION make_partition(name, name, timestamptz, timestamptz, text) FROM PUBLIC`;
