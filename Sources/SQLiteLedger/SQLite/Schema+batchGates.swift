extension Schema {
    /// What the gate made of a picture before it went into a job; null where it was not asked.
    static let batchGates = """
        ALTER TABLE batch_items ADD COLUMN verdict TEXT;
        ALTER TABLE batch_items ADD COLUMN reasons TEXT CHECK (reasons <> '');
        ALTER TABLE batch_items ADD COLUMN audit_propensity REAL;
        ALTER TABLE batch_items ADD COLUMN sharpness REAL;
        ALTER TABLE batch_items ADD COLUMN attention REAL;
        ALTER TABLE batch_items ADD COLUMN objectness REAL;
        ALTER TABLE batch_items ADD COLUMN range REAL;
        ALTER TABLE batch_items ADD COLUMN texture REAL;
        ALTER TABLE batch_items ADD COLUMN coarse TEXT;
        ALTER TABLE batch_items ADD COLUMN own_watermark INTEGER;
        ALTER TABLE batch_items ADD COLUMN absent TEXT NOT NULL DEFAULT '';
        ALTER TABLE batch_items ADD COLUMN sharpness_threshold REAL;
        ALTER TABLE batch_items ADD COLUMN saliency_threshold REAL;
        ALTER TABLE batch_items ADD COLUMN gate INTEGER;
        """
}
