int fit_nothing;
