"""Who wins a contested moment when the lines differ in length."""
